// What an address in a topic really is, for the question asked before it is opened.
// Separate so that every trick an address can play has a test. Never opens anything.

import { hasInvisible } from '../editor/invisible';

/** Something about an address that a person should know before opening it. */
export type Warning =
  'credentials' | 'punycode' | 'not-ascii' | 'invisible' | 'ip-address' | 'port' | 'not-encrypted' | 'long';

/** An address as it is shown in the question. */
export interface Address {
  /** As written in the topic: what is shown, and what is opened. */
  url: string;
  /** `http`, `https` or `mailto`. */
  scheme: string;
  /** Whom one would talk to, in the form that is sent (punycode for a name in another script); the recipients of a mail. */
  host: string;
  warnings: Warning[];
}

const LONG = 200;

/** The address, or null when it is none that may be opened (only http, https and mailto are). */
export function readAddress(url: string): Address | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  const scheme = parsed.protocol.slice(0, -1);
  const warnings: Warning[] = [];
  if (hasInvisible(url)) warnings.push('invisible');
  if (scheme === 'mailto') {
    return {
      url,
      scheme,
      host: decode(parsed.pathname),
      warnings: url.length > LONG ? [...warnings, 'long'] : warnings,
    };
  }
  if ((scheme !== 'http' && scheme !== 'https') || parsed.hostname === '') return null;
  if (parsed.username !== '' || parsed.password !== '') warnings.push('credentials');
  if (/(?:^|\.)xn--/.test(parsed.hostname)) warnings.push('punycode');
  // The name is already judged by its punycode; what remains is a path or query in another script.
  if (/[^ -~]/.test(url.replace(hostAsWritten(url), ''))) warnings.push('not-ascii');
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(parsed.hostname)) warnings.push('ip-address');
  if (parsed.port !== '') warnings.push('port');
  if (scheme === 'http') warnings.push('not-encrypted');
  if (url.length > LONG) warnings.push('long');
  return { url, scheme, host: parsed.host, warnings };
}

function hostAsWritten(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
