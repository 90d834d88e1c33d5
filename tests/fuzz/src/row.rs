//! A row of a session file of any bytes, by everyone who looks at rows.

use memdesk_memdir::row::{self, Said};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// Looks at the bytes as one row, in every way.
pub fn run(bytes: &[u8]) {
    let _ = row::read(bytes);
    let _ = row::glance(bytes);
    let _ = row::is_whole(bytes);
    let _ = row::may_touch(bytes);
    let _ = row::outcome(bytes, "toolu_1");
    // a look that is cheap must not miss words that the whole one finds, but for a subagent's, and in a row that says a
    // thing twice, which no client writes
    if serde_json::from_slice::<Once>(bytes).is_err() {
        return;
    }
    if let Some(speech) = row::speech(bytes).filter(|speech| !speech.stamp.aside) {
        let words = speech.said.iter().any(|said| matches!(said, Said::Asked(_) | Said::Answered(_)));
        assert!(!words || row::may_speak(bytes), "{speech:?}");
    }
}

/// JSON in which no object has a key twice.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(Once)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Once;
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON without a key that is there twice")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Once, A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value::<Once>()?;
            if !seen.insert(key) {
                return Err(serde::de::Error::custom("twice"));
            }
        }
        Ok(Once)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Once, A::Error> {
        while seq.next_element::<Once>()?.is_some() {}
        Ok(Once)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Once, E> {
        Ok(Once)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Once, E> {
        Ok(Once)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Once, E> {
        Ok(Once)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Once, E> {
        Ok(Once)
    }
    fn visit_str<E>(self, _: &str) -> Result<Once, E> {
        Ok(Once)
    }
    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once)
    }
}
