import { expect, test } from 'vitest';
import { readAddress } from './address';

test.each([
  ['https://example.org/a?b#c', 'example.org', []],
  ['http://example.org', 'example.org', ['not-encrypted']],
  ['https://example.org:8443/', 'example.org:8443', ['port']],
  ['https://example.org@evil.test/', 'evil.test', ['credentials']],
  ['https://аpple.com/', 'xn--pple-43d.com', ['punycode']],
  ['https://xn--pple-43d.com/', 'xn--pple-43d.com', ['punycode']],
  ['https://中文.example/路径', 'xn--fiq228c.example', ['punycode', 'not-ascii']],
  ['https://127.0.0.1/', '127.0.0.1', ['ip-address']],
  ['https://[::1]/', '[::1]', ['ip-address']],
  ['https://0x7f.1/', '127.0.0.1', ['ip-address']],
  ['https://example.org/\u202Egnp.exe', 'example.org', ['invisible', 'not-ascii']],
  [`https://example.org/${'a'.repeat(300)}`, 'example.org', ['long']],
  ['mailto:someone@example.org', 'someone@example.org', []],
])('%j goes to %s, warned of %j', (url, host, warnings) => {
  expect(readAddress(url)).toMatchObject({ url, host, warnings });
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.org',
  'data:text/html,x',
  'not an address',
  'https://',
  '',
])('%j may not be opened', (url) => {
  expect(readAddress(url)).toBeNull();
});
