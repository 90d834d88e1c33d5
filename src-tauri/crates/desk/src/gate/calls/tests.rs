//! The record of calls, made smaller again and again.

use super::*;

/// Call `n`, by one of a few hands on one of a few files.
fn record(n: usize) -> Record {
    let answered = [Answered::Passed, Answered::Held, Answered::Refused][n % 3];
    Record {
        time: format!("2026-01-01T00:00:00.{n:03}Z"),
        who: "main-agent".to_owned(),
        agent: None,
        session: Some("x".repeat(n * 7 % 40)),
        prompt: None,
        transcript: None,
        tool_use: Some(n.to_string()),
        cwd: "/home".to_owned(),
        tool: "Write".to_owned(),
        path: format!("t{}.md", n * n % 11),
        digest: None,
        answered,
    }
}

#[test]
fn what_is_named_keeps_its_name_however_often_it_is_made_smaller() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(CALLS);
    let mut places = Vec::new();
    let mut named = BTreeSet::new();
    for round in 0..8 {
        for n in round * 40..(round + 1) * 40 {
            let place = add(&path, &record(n)).unwrap();
            assert!(places.last().is_none_or(|last| *last < place), "no place is given twice");
            places.push(place);
            if n % 13 == 0 {
                named.insert(place);
            }
        }
        if round == 3 {
            // decided about, and out of reach
            named = named.split_off(&places[60]);
        }
        if round == 5 {
            // somebody was killed in the middle of a line
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(b"{\"time\":").unwrap();
        }
        let before = all(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        let less = smaller(&bytes, &named, 2000, 100_000).unwrap().unwrap();
        assert!(less.len() < bytes.len());
        fs::write(&path, less).unwrap();
        let after = all(&path).unwrap();
        let mut rest = before.iter();
        assert!(after.iter().all(|one| rest.any(|old| old == one)), "in the order of before, and no other");
        assert_eq!(after.last(), before.last());
        let nth = |place: &u64| places.iter().position(|one| one == place).map(record);
        let wanted: Vec<Record> = named.iter().filter_map(nth).collect();
        assert_eq!(at(&path, &named.iter().copied().collect::<Vec<_>>()), wanted, "round {round}");
        let last = |records: &[Record]| -> BTreeMap<String, Record> {
            let passed = records.iter().filter(|one| one.answered == Answered::Passed);
            passed.map(|one| (one.path.clone(), one.clone())).collect()
        };
        assert_eq!(last(&before), last(&after), "who wrote each file last");
        let newest = places[places.len() - 3..].to_vec();
        assert_eq!(at(&path, &newest).len(), 3);
    }
    assert_eq!(at(&path, &[1, 7, u64::MAX]), []);
    assert!(all(&path).unwrap().len() < 60);
}

#[test]
fn what_tells_has_only_so_much_room() {
    let bytes: Vec<u8> =
        (0..300).flat_map(|n| [serde_json::to_vec(&record(n)).unwrap(), vec![b'\n']].concat()).collect();
    let less = smaller(&bytes, &BTreeSet::new(), 0, 0).unwrap().unwrap();
    assert_eq!(lines(&less).filter_map(|line| line.read()).count(), 0);
    assert_eq!(smaller(&bytes, &BTreeSet::new(), bytes.len(), 0).unwrap(), None);
    assert_eq!(smaller(b"", &BTreeSet::new(), 0, 0).unwrap(), None);
}

#[test]
fn only_a_large_file_is_made_smaller_and_not_for_little() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(CALLS);
    let place = add(&path, &record(1)).unwrap();
    assert!(!bound(&path, || panic!("nobody is asked")).unwrap());
    let mut line = serde_json::to_vec(&record(3)).unwrap();
    line.push(b'\n');
    let more = line.repeat(usize::try_from(LARGEST).unwrap() / line.len() + 1);
    OpenOptions::new().append(true).open(&path).unwrap().write_all(&more).unwrap();
    let failed = bound(&path, || Err(io::Error::other("unknown")));
    assert!(failed.is_err() && fs::metadata(&path).unwrap().len() > LARGEST, "it is as it was");
    assert!(bound(&path, || Ok(BTreeSet::from([place]))).unwrap());
    let length = fs::metadata(&path).unwrap().len();
    assert!(length <= 1024 * 1024 + 1024, "{length}");
    assert_eq!(at(&path, &[place]), [record(1)]);
    let next = add(&path, &record(2)).unwrap();
    assert_eq!(
        next,
        place + u64::try_from(serde_json::to_vec(&record(1)).unwrap().len() + 1 + more.len()).unwrap()
    );
    // all of it is named: nothing is gained, and that is not tried each time
    OpenOptions::new().append(true).open(&path).unwrap().write_all(&more).unwrap();
    let bytes = fs::read(&path).unwrap();
    let every: BTreeSet<u64> = lines(&bytes).filter_map(|line| line.read()).map(|one| one.place).collect();
    assert!(bound(&path, || Ok(every.clone())).unwrap());
    assert_eq!(at(&path, &[next]), [record(2)]);
    assert!(!bound(&path, || panic!("nobody is asked")).unwrap());
}
