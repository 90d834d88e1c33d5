//! A row of a session file of any bytes, by everyone who looks at rows.

use memdesk_memdir::row::{self, Said};

/// Looks at the bytes as one row, in every way.
pub fn run(bytes: &[u8]) {
    let _ = row::read(bytes);
    let _ = row::glance(bytes);
    let _ = row::is_whole(bytes);
    let _ = row::may_touch(bytes);
    let _ = row::outcome(bytes, "toolu_1");
    // a look that is cheap must not miss words that the whole one finds, but for a subagent's
    if let Some(speech) = row::speech(bytes).filter(|speech| !speech.stamp.aside) {
        let words = speech.said.iter().any(|said| matches!(said, Said::Asked(_) | Said::Answered(_)));
        assert!(!words || row::may_speak(bytes), "{speech:?}");
    }
}
