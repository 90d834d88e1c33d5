// Words in the person's language. `t` is checked at compile time: a missing key, a missing or a misspelt placeholder does not build.
// `word` is for words chosen by what came over the wire; a test checks that each has one. Never formats anything but the words.
import { number } from '../format';
import { en } from './en';
import { zh } from './zh';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
/** A text; by plural category of `n` when it is several. */
export type Text = string | { readonly one: string; readonly other: string };
export type Catalogue = { readonly [K in keyof typeof en]: Text };
export type Key = keyof typeof en;

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<T> = T extends string ? Names<T> : T extends { other: infer S } ? Names<S> | 'n' : never;
type Values<K extends Key> = { [Name in NamesOf<(typeof en)[K]>]: string | number };
type Rest<K extends Key> = [NamesOf<(typeof en)[K]>] extends [never] ? [] : [values: Values<K>];

const CATALOGUES: Record<Language, Catalogue> = { en, zh };
let chosen = $state<Language>(systemLanguage());

/** The language of the system: Chinese of any kind, else English. */
export function systemLanguage(): Language {
  return globalThis.navigator?.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
export function language(): Language {
  return chosen;
}
/** Sets the language; null or an unknown one is the system's. */
export function setLanguage(wanted: string | null): void {
  chosen = LANGUAGES.find((known) => known === wanted) ?? systemLanguage();
  document.documentElement.lang = chosen === 'zh' ? 'zh-Hans' : 'en';
}

const plurals: Partial<Record<Language, Intl.PluralRules>> = {};
function category(n: number): 'one' | 'other' {
  return (plurals[chosen] ??= new Intl.PluralRules(chosen)).select(n) === 'one' ? 'one' : 'other';
}

function fill(text: Text, values: Readonly<Record<string, string | number>>): string {
  const pattern = typeof text === 'string' ? text : text[category(Number(values.n))];
  return pattern.replace(/\{([\w-]+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value, chosen) : value;
  });
}

/** The words for a key, placeholders filled; numbers are written as the language writes them. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  return fill(CATALOGUES[chosen][key], (rest[0] ?? {}) as Record<string, string | number>);
}

/** Families of words chosen by a word from the wire: `problem.orphan`, `refusal.exists`, … */
export type Family = Key extends infer K ? (K extends `${infer F}.${string}` ? F : never) : never;

/** The words for `family.name`; the name itself when a newer desk sends one that has no words yet. */
export function word(
  family: Family,
  name: string,
  values: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const catalogue = CATALOGUES[chosen] as Record<string, Text>;
  const text = catalogue[`${family}.${name}`] ?? catalogue[`${family}.unknown`] ?? name;
  return fill(text, values as Record<string, string | number>);
}
