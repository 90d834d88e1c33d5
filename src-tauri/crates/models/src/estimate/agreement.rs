//! How well an estimate agrees with careful readers: the sets it is measured on, and the measures.
//!
//! Separate because it judges the estimate and must share nothing with it. The sets are in
//! `tests/recall`, those that the estimate's lists were written without in `tests/recall/blind`.

use super::Candidate;
use memdesk_memdir::frontmatter::TopicType;
use serde::Deserialize;

/// A store's topics, and questions with the topics that a careful reader finds relevant.
#[derive(Debug, Clone, Deserialize)]
pub struct RecallSet {
    /// What the store is called.
    pub store: String,
    /// Language of its questions (`en`, `zh`, `ja`, or two with `+`).
    pub lang: String,
    /// Its topics.
    pub memories: Vec<Memory>,
    /// The questions.
    pub queries: Vec<Question>,
}

/// A topic of a set.
#[derive(Debug, Clone, Deserialize)]
pub struct Memory {
    /// Relative path.
    pub file: String,
    /// Its type as written.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
}

/// A question of a set.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    /// Names it.
    pub id: String,
    /// What was asked.
    pub query: String,
    /// Files of the relevant topics; none where no topic helps.
    pub relevant: Vec<String>,
}

impl RecallSet {
    /// The topics as a selector is offered them.
    pub fn candidates(&self) -> Vec<Candidate> {
        let kind = |word: &str| match word {
            "user" => Some(TopicType::User),
            "feedback" => Some(TopicType::Feedback),
            "project" => Some(TopicType::Project),
            "reference" => Some(TopicType::Reference),
            _ => None,
        };
        let candidate = |memory: &Memory| Candidate {
            path: memory.file.clone(),
            line: format!("- [{}] {}: {}", memory.kind, memory.file, memory.description),
            name: Some(memory.name.clone()),
            description: Some(memory.description.clone()),
            topic_type: kind(&memory.kind),
        };
        self.memories.iter().map(candidate).collect()
    }
}

/// How well a selector agrees with careful readers. All parts are of 1, over all questions together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Questions measured.
    pub questions: usize,
    /// Of the relevant topics, the part among the best five.
    pub recall_at_5: f64,
    /// Of the picked topics, the part that is relevant; 1 where nothing is picked.
    pub precision: f64,
    /// Harmonic mean of precision and recall of what is picked.
    pub f1: f64,
    /// Of the questions, the part for which exactly the relevant topics are picked.
    pub exact: f64,
}

/// What is counted for an [`Agreement`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    questions: usize,
    relevant: usize,
    among_five: usize,
    picked: usize,
    right: usize,
    exact: usize,
}

impl Tally {
    /// Counts one question: what is relevant, the best first, and what is picked.
    pub fn count(&mut self, relevant: &[String], ranked: &[String], picked: &[String]) {
        let right = picked.iter().filter(|path| relevant.contains(path)).count();
        self.questions += 1;
        self.relevant += relevant.len();
        self.among_five += ranked.iter().take(5).filter(|path| relevant.contains(path)).count();
        self.picked += picked.len();
        self.right += right;
        self.exact += usize::from(right == relevant.len() && right == picked.len());
    }

    /// Counts the questions of another with its own.
    pub fn add(&mut self, other: &Tally) {
        self.questions += other.questions;
        self.relevant += other.relevant;
        self.among_five += other.among_five;
        self.picked += other.picked;
        self.right += other.right;
        self.exact += other.exact;
    }

    /// The measures, to three decimals.
    pub fn agreement(&self) -> Agreement {
        let part =
            |a: usize, b: usize| if b == 0 { 1.0 } else { (a as f64 / b as f64 * 1000.0).round() / 1000.0 };
        Agreement {
            questions: self.questions,
            recall_at_5: part(self.among_five, self.relevant),
            precision: part(self.right, self.picked),
            // 2PR / (P + R) with P = right / picked and R = right / relevant
            f1: part(2 * self.right, self.picked + self.relevant),
            exact: part(self.exact, self.questions),
        }
    }
}
