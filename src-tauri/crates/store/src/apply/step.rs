//! One step of a plan: checked, then taken so that a crash leaves the file old or new, never torn.
//!
//! Separate from `apply` (the order of steps) and from `folder` (the system calls). The new bytes and the old ones
//! exchange names, and what came out is compared again: a writer that came in between is never overwritten unseen.

use super::folder::{Folder, Look, keep_owner_and_mode, set_mode};
use super::sweep::temp_name;
use super::way::{self, Way, failed};
use super::{Fault, Point, Refused};
use memdesk_review::Step;
use memdesk_review::plan::Attributes;
use std::fs::{File, FileTimes};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Bytes that came in at the moment of a step, by path.
type Rescued = Vec<(String, Vec<u8>)>;

/// Whether a step could be taken now. Changes nothing.
pub(super) fn check(store: &Path, step: &Step) -> Result<(), Refused> {
    match way::open(store, &step.path)? {
        Some(way) => compare(way.folder()?, way.name, step).map(drop),
        // no directory: fine for a new file, and there is nothing to change or delete
        None if step.before.is_none() && step.after.is_some() => Ok(()),
        None => Err(Refused::Stale),
    }
}

/// Takes a step.
pub(super) fn take(store: &Path, step: &Step, fault: Fault, rescued: &mut Rescued) -> Result<(), Refused> {
    match &step.after {
        Some(after) => {
            let way = way::make(store, &step.path, fault)?;
            write(&way, step, after, fault, rescued)
        }
        None => {
            let way = way::open(store, &step.path)?.ok_or(Refused::Stale)?;
            delete(&way, step, fault, rescued)?;
            remove_emptied(&way, &step.path, fault)
        }
    }
}

/// Compares what a name stands for with what the step wants there; the old file when there is one.
fn compare(folder: &Folder, name: &str, step: &Step) -> Result<Option<File>, Refused> {
    match (failed(folder.look(name))?, &step.before, &step.after) {
        (Look::Absent, None, Some(_)) => Ok(None),
        (Look::Plain(mut file), Some(before), _) => match failed(holds(&mut file, before))? {
            true => Ok(Some(file)),
            false => Err(Refused::Stale),
        },
        (Look::Bare | Look::Unreadable(_), None, None) => Ok(None),
        (Look::Link, ..) => Err(Refused::Outside),
        (Look::Unreadable(error), ..) => Err(Refused::Failed { why: error.to_string() }),
        (Look::Folder, ..) => Err(Refused::BadPath),
        (Look::Absent | Look::Plain(_) | Look::Bare, ..) => Err(Refused::Stale),
    }
}

fn write(way: &Way, step: &Step, after: &[u8], fault: Fault, rescued: &mut Rescued) -> Result<(), Refused> {
    let folder = way.folder()?;
    let old = compare(folder, way.name, step)?;
    let temp = temp_name(way.name);
    let prepared = prepare(folder, &temp, step, after, old.as_ref(), fault);
    let ready = prepared.and_then(|()| failed(fault(Point::Rename, &step.path)));
    let put = match (ready, old) {
        (Err(no), _) => Err(no),
        (Ok(()), None) => match folder.move_to_free(&temp, way.name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(Refused::Stale),
            other => failed(other),
        },
        (Ok(()), Some(_)) => match folder.exchange(&temp, way.name) {
            Ok(true) => return settle(way, step, after, &temp, fault, rescued),
            // no exchange here: compare at the last moment, then rename over
            Ok(false) => {
                compare(folder, way.name, step).and_then(|_| failed(folder.replace(&temp, way.name)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Refused::Stale),
            Err(error) => Err(Refused::Failed { why: error.to_string() }),
        },
    };
    match put {
        Ok(()) => sync(folder, &step.path, fault),
        // under the temporary name are the new bytes only, or nothing
        Err(_) => drop(folder.remove(&temp)),
    }
    put
}

/// The new file under a temporary name, complete and on the disk.
fn prepare(
    folder: &Folder,
    temp: &str,
    step: &Step,
    after: &[u8],
    old: Option<&File>,
    fault: Fault,
) -> Result<(), Refused> {
    let at = |point| failed(fault(point, &step.path));
    at(Point::CreateTemp)?;
    let mut file = failed(folder.create(temp, old.is_some()))?;
    for piece in after.chunks(64 * 1024) {
        at(Point::Write)?;
        failed(file.write_all(piece))?;
    }
    at(Point::Attributes)?;
    if let Some(old) = old {
        failed(keep_owner_and_mode(&file, old))?;
    }
    if let Some(attributes) = &step.attributes {
        failed(set_mode(&file, attributes.mode))?;
        if let Some(time) = time_of(attributes) {
            failed(file.set_times(FileTimes::new().set_modified(time)))?;
        }
    }
    at(Point::SyncFile)?;
    failed(file.sync_all())
}

/// The new file has its name, and what had it is under the temporary one: away with it when it is what the step knew,
/// back with it otherwise.
fn settle(
    way: &Way,
    step: &Step,
    after: &[u8],
    temp: &str,
    fault: Fault,
    rescued: &mut Rescued,
) -> Result<(), Refused> {
    let folder = way.folder()?;
    if fault(Point::Verify, &step.path).is_ok() && is(folder, temp, step.before.as_deref()) {
        let _ = fault(Point::Unlink, &step.path).and_then(|()| folder.remove(temp));
        sync(folder, &step.path, fault);
        return Ok(());
    }
    let _ = fault(Point::PutBack, &step.path);
    match folder.exchange(temp, way.name) {
        Ok(true) if is(folder, temp, Some(after)) => drop(folder.remove(temp)),
        // yet another writer wrote to the new file: the newest bytes keep the name
        Ok(true) => {
            let _ = folder.exchange(temp, way.name);
            rescue(folder, temp, step, rescued);
        }
        // the new file is gone: the old one takes its name again, unless something newer has it
        _ if folder.move_to_free(temp, way.name).is_ok() => {}
        _ => rescue(folder, temp, step, rescued),
    }
    Err(Refused::Stale)
}

fn delete(way: &Way, step: &Step, fault: Fault, rescued: &mut Rescued) -> Result<(), Refused> {
    let folder = way.folder()?;
    compare(folder, way.name, step)?;
    let temp = temp_name(way.name);
    failed(fault(Point::Rename, &step.path))?;
    match folder.move_to_free(way.name, &temp) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Refused::Stale),
        other => failed(other)?,
    }
    let known =
        failed(fault(Point::Verify, &step.path)).and_then(|()| compare(folder, &temp, step).map(drop));
    let gone =
        known.and_then(|()| failed(fault(Point::Unlink, &step.path).and_then(|()| folder.remove(&temp))));
    match gone {
        Ok(()) => sync(folder, &step.path, fault),
        Err(_) => {
            let _ = fault(Point::PutBack, &step.path);
            if folder.move_to_free(&temp, way.name).is_err() {
                rescue(folder, &temp, step, rescued);
            }
        }
    }
    gone
}

/// Removes directories that the deletion emptied, from the innermost up; never the store.
fn remove_emptied(way: &Way, path: &str, fault: Fault) -> Result<(), Refused> {
    let mut folders = way.folders.iter().rev().peekable();
    while let (Some((name, _)), Some((_, above))) = (folders.next(), folders.peek()) {
        // the deletion is done: that an empty directory stays is no refusal
        if fault(Point::RemoveFolder, path).is_err() || !above.remove_empty(name) {
            break;
        }
        sync(above, path, fault);
    }
    Ok(())
}

/// Takes the bytes under the temporary name into memory and removes it, when they are neither old nor new.
fn rescue(folder: &Folder, temp: &str, step: &Step, rescued: &mut Rescued) {
    if let Ok(Look::Plain(mut file)) = folder.look(temp) {
        let mut bytes = Vec::new();
        if file.read_to_end(&mut bytes).is_err() {
            return; // it stays under its temporary name, for a person or a sweep
        }
        if Some(bytes.as_slice()) != step.after.as_deref() && Some(bytes.as_slice()) != step.before.as_deref()
        {
            rescued.push((step.path.clone(), bytes));
        }
        let _ = folder.remove(temp);
    }
}

/// The directory to the disk. The step is taken by then, so that a disk which cannot promise it is no refusal.
fn sync(folder: &Folder, path: &str, fault: Fault) {
    let _ = fault(Point::SyncFolder, path).and_then(|()| folder.sync());
}

/// Whether a name stands for a regular file with these bytes.
fn is(folder: &Folder, name: &str, bytes: Option<&[u8]>) -> bool {
    match (folder.look(name), bytes) {
        (Ok(Look::Plain(mut file)), Some(bytes)) => holds(&mut file, bytes).unwrap_or(false),
        _ => false,
    }
}

/// Reads an opened file from its beginning and compares, without holding it all.
fn holds(file: &mut File, bytes: &[u8]) -> io::Result<bool> {
    if file.metadata()?.len() != bytes.len() as u64 {
        return Ok(false);
    }
    let mut rest = bytes;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = match file.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if read == 0 {
            return Ok(rest.is_empty());
        }
        match rest.split_at_checked(read) {
            Some((head, tail)) if buffer.get(..read) == Some(head) => rest = tail,
            _ => return Ok(false),
        }
    }
}

/// A modification time; `None` when the platform cannot represent it.
fn time_of(attributes: &Attributes) -> Option<SystemTime> {
    let nanos = attributes.mtime_ns.unsigned_abs();
    let distance =
        Duration::new(u64::try_from(nanos / 1_000_000_000).ok()?, u32::try_from(nanos % 1_000_000_000).ok()?);
    match attributes.mtime_ns < 0 {
        true => SystemTime::UNIX_EPOCH.checked_sub(distance),
        false => SystemTime::UNIX_EPOCH.checked_add(distance),
    }
}
