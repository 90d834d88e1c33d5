// Situations of recall that take some making: none, being read, no key, an invented name, long work.
import type { Desk } from '../desk';
import { sessions } from './sessions';

/** No session files at all, or none of this project. */
export function noSessions(desk: Desk, seen = false): void {
  desk.recall.questions = [];
  desk.recall.files = 0;
  desk.clientSeen = seen;
}
/** Session files in which nobody typed anything. */
export function noQuestions(desk: Desk): void {
  desk.recall.questions = [];
  desk.recall.files = 2;
}
/** Very many, of which some have been read. */
export function beingRead(desk: Desk): void {
  desk.recall.questions = sessions(900);
  desk.recall.known = 40;
  desk.recall.pace = 600;
}
export function manyQuestions(desk: Desk): void {
  desk.recall.questions = sessions(900);
}
export function noKey(desk: Desk): void {
  desk.recall.key = 'none';
  desk.recall.noKeyring = null;
  desk.recall.client = { program: null, version: null, problem: 'not-found' };
}
/** A model that takes its time and names what is not there. */
export function invents(desk: Desk): void {
  desk.recall.pace = 500;
  desk.recall.invents = ['feedback-database.md'];
}
/** Coverage and calibration that take long. */
export function long(desk: Desk): void {
  desk.recall.questions = sessions(200);
  desk.recall.pace = 700;
}
