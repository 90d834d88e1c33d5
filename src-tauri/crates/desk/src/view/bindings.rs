//! The wire types as TypeScript: one file for the window, generated and committed, checked for freshness by a test.

use super::*;
use crate::settings::{Finding, FindingCode, SettingValue};
use memdesk_review::alarm::Alarm;
use memdesk_review::merge::{Merge, Piece, Side};
use memdesk_review::search::SnippetPart;
use memdesk_review::{Code, Edit, Problem, Refusal, Severity};
use memdesk_review::{edit::NewEntry, hunk};
use std::fmt::Write;
use ts_rs::{Config, TS};

/// The TypeScript of every wire type, in a fixed order.
pub fn typescript() -> String {
    let config = Config::new();
    let mut out = String::from(
        "// Generated from src-tauri/crates/desk/src/view and src-tauri/crates/review; `cargo xtask bless` writes it anew.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $( declaration::<$name>(&mut out, &config); )*
        };
    }
    declare!(
        Start,
        Client,
        Preferences,
        ScopeView,
        StoreState,
        StoreSummary,
        Meter,
        StoreList,
        WatchState,
        ContextFile,
        ProblemList,
        IndexView,
        CutView,
        IndexLine,
        IndexPart,
        EntryView,
        Orphan,
        Growth,
        GrowthPoint,
        GrowthForecast,
        LinkGraph,
        LinkView,
        TopicList,
        TopicRow,
        TopicView,
        Draft,
        Recalled,
        Preview,
        Combined,
        ChangeView,
        Outcome,
        PreviewOutcome,
        History,
        OperationView,
        OperationDetail,
        FileThen,
        Failure,
        Changed,
        QuestionFilter,
        QuestionList,
        ReadState,
        QuestionRow,
        Recorded,
        RecallAsk,
        RecallView,
        GateView,
        Offered,
        OfferedLine,
        Chosen,
        Ranked,
        Reason,
        SurfacedStep,
        SurfacedFile,
        Past,
        Compared,
        Difference,
        SessionReplay,
        ReplayedQuestion,
        Coverage,
        CoverageRow,
        Agreement,
        Usage,
        Selectors,
        ApiState,
        ModelSettings,
        ClientState,
        Calibration,
        RuleAgreement,
        Disagreement,
        Progress,
        GateStatus,
        GateMode,
        GateNote,
        GateChange,
        SettingsView,
        SettingSource,
        SettingRow,
        SettingValue,
        SettingChange,
        StoreMode,
        RootView,
        Finding,
        FindingCode,
        ReviewQueue,
        ProposalView,
        OriginView,
        ReviewChange,
        ReviewHunk,
        Alarm,
        ReviewTake,
        ReviewOutcome,
        ReviewTexts,
        TurnQuote,
        BlameLine,
        Runs,
        RunSession,
        DreamGate,
        RunAsk,
        RunView,
        RunUsage,
        RunStep,
        RunReport,
        FateView,
        LostView,
        RecallChange,
        RecallLoss,
        Instruction,
        Guide,
        GuideSection,
        SearchQuery,
        Found,
        SearchCount,
        SearchHit,
        SnippetPart,
        Evidence,
        Survey,
        Looked,
        ClaimView,
        Verdict,
        AttributionView,
        SecretView,
        InvisibleView,
        AimedView,
        Edit,
        NewEntry,
        Refusal,
        Merge,
        Piece,
        Side,
        hunk::Hunk,
        hunk::Line,
        hunk::Part,
        hunk::LineKind,
        Problem,
        Code,
        Severity,
    );
    out
}

fn declaration<T: TS>(out: &mut String, config: &Config) {
    // writing into a String cannot fail
    let _ = writeln!(out, "\nexport {}", T::decl(config));
}

#[cfg(test)]
mod tests {
    /// `UPDATE_EXPECT=1` writes the file anew (`cargo xtask bless`).
    #[test]
    fn the_committed_bindings_are_fresh() {
        expect_test::expect_file!["../../../../../ui/src/lib/bindings.ts"].assert_eq(&super::typescript());
    }
}
