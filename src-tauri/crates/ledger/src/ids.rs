//! Ids of commits and operations: 40 hex digits, which other rooms pass around without knowing git.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A commit of the ledger.
    CommitId
);
id!(
    /// An operation: the id of the commit on `observed` that it made.
    OperationId
);

impl From<OperationId> for CommitId {
    fn from(id: OperationId) -> CommitId {
        CommitId(id.0)
    }
}
