//! What leads where in a store, for the picture of it and its table.

use crate::Desk;
use crate::view::{Failure, LinkGraph, LinkView};
use memdesk_review::Reading;
use std::collections::HashMap;

/// Most links that go to the window.
const MOST: usize = 20_000;

impl Desk {
    /// The links of the index and of every topic, those from one file to one place as one.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn links(&self, id: &str) -> Result<LinkGraph, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let mut links: Vec<LinkView> = Vec::new();
        let mut places: HashMap<(String, Option<String>, String), usize> = HashMap::new();
        for lead in reading.leads(&|path| look.snapshot.files.contains_key(path)) {
            let place = places.entry((lead.from.clone(), lead.to.clone(), lead.name.clone()));
            let at = *place.or_insert(links.len());
            match links.get_mut(at) {
                Some(link) => link.times += 1,
                None => links.push(LinkView { from: lead.from, to: lead.to, name: lead.name, times: 1 }),
            }
        }
        let left_out = links.len().saturating_sub(MOST);
        links.truncate(MOST);
        Ok(LinkGraph { links, left_out })
    }
}
