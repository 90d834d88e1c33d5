//! diff3 by lines: where both sides left the base alone the text is settled, what lies between is compared whole.

use super::{Merge, Piece, Side};
use crate::align::align;
use crate::lines;

/// Merges what `disk` and `mine` made of `base`.
///
/// Changes that overlap or touch are a conflict unless they are alike. Of changes on one side only nothing is lost, and
/// swapping the sides gives the same text.
pub fn merge(base: &str, disk: &str, mine: &str) -> Merge {
    let b = lines::split(base);
    let d = lines::split(disk);
    let m = lines::split(mine);
    let in_disk = places(&b, &d);
    let in_mine = places(&b, &m);

    let mut out = Pieces::default();
    // first lines that no piece holds yet
    let (mut at_b, mut at_d, mut at_m) = (0, 0, 0);
    loop {
        // the next line of the base that both sides still have
        let stable = (at_b..b.len()).find_map(|i| match (in_disk.get(i), in_mine.get(i)) {
            (Some(&Some(in_d)), Some(&Some(in_m))) => Some((i, in_d, in_m)),
            _ => None,
        });
        let (to_b, to_d, to_m) = stable.unwrap_or((b.len(), d.len(), m.len()));
        let text = |lines: &[&str], from: usize, to: usize| lines.get(from..to).unwrap_or_default().concat();
        out.compare(text(&b, at_b, to_b), text(&d, at_d, to_d), text(&m, at_m, to_m));
        let Some(line) = stable.and_then(|(i, ..)| b.get(i)) else { break };
        out.settle(line, Side::Base);
        (at_b, at_d, at_m) = (to_b + 1, to_d + 1, to_m + 1);
    }
    Merge { pieces: out.pieces, conflicts: out.conflicts, disk: disk.to_owned() }
}

/// For each line of the base, where `side` has it.
fn places(base: &[&str], side: &[&str]) -> Vec<Option<usize>> {
    let mut out = vec![None; base.len()];
    for run in align(base, side).into_iter().filter(|run| run.same) {
        for (from, to) in run.before.zip(run.after) {
            if let Some(place) = out.get_mut(from) {
                *place = Some(to);
            }
        }
    }
    out
}

/// Pieces under construction; neighbours from the same side become one.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Piece>,
    conflicts: usize,
}

impl Pieces {
    fn compare(&mut self, base: String, disk: String, mine: String) {
        if disk == mine {
            self.settle(&disk, if disk == base { Side::Base } else { Side::Both });
        } else if disk == base {
            self.settle(&mine, Side::Mine);
        } else if mine == base {
            self.settle(&disk, Side::Disk);
        } else {
            self.conflicts += 1;
            self.pieces.push(Piece::Conflict { base, disk, mine });
        }
    }

    fn settle(&mut self, more: &str, side: Side) {
        match self.pieces.last_mut() {
            Some(Piece::Settled { text, from }) if *from == side => text.push_str(more),
            _ if more.is_empty() => {}
            _ => self.pieces.push(Piece::Settled { text: more.to_owned(), from: side }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Few kinds of lines, so that sides meet often; sometimes without a last line end.
    fn text() -> impl Strategy<Value = String> {
        (prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "", "中文"]), 0..12), any::<bool>())
            .prop_map(|(lines, end)| lines.join("\n") + if end { "\n" } else { "" })
    }

    proptest! {
        #[test]
        fn one_side_alone_wins(base in text(), other in text()) {
            prop_assert_eq!(merge(&base, &base, &other).text(), Some(other.clone()));
            prop_assert_eq!(merge(&base, &other, &base).text(), Some(other.clone()));
            prop_assert_eq!(merge(&base, &other, &other).text(), Some(other));
        }

        #[test]
        fn sides_are_alike_and_no_line_is_lost(base in text(), disk in text(), mine in text()) {
            let (one, two) = (merge(&base, &disk, &mine), merge(&base, &mine, &disk));
            prop_assert_eq!(one.conflicts, two.conflicts);
            prop_assert_eq!(one.text(), two.text());
            prop_assert_eq!(one.text().is_none(), one.conflicts > 0);
            let before = lines::split(&base);
            for line in lines::split(&disk).into_iter().chain(lines::split(&mine)).filter(|l| !before.contains(l)) {
                let found = one.pieces.iter().any(|piece| match piece {
                    Piece::Settled { text, .. } => lines::split(text).contains(&line),
                    Piece::Conflict { disk, mine, .. } => {
                        lines::split(disk).contains(&line) || lines::split(mine).contains(&line)
                    }
                });
                prop_assert!(found, "{:?} is lost in {:?}", line, one);
            }
        }
    }

    #[test]
    fn a_text_marked_for_a_person() {
        expect_test::expect![[r#"
            one
            <<<<<<< on disk
            zwei
            ||||||| before
            two
            =======
            deux
            >>>>>>> yours
            three
            four"#]]
        .assert_eq(&merge("one\ntwo\nthree\n", "one\nzwei\nthree\n", "one\ndeux\nthree\nfour").marked());
        expect_test::expect![[r#"
            <<<<<<< on disk
            ||||||| before
            x
            =======
            y
            >>>>>>> yours
        "#]]
        .assert_eq(&merge("x", "", "y").marked());
    }
}
