// The guide of the mock: its sections by name, with a line each. The real text comes from Rust.
import type { Guide } from '../../lib/bindings';

const IDS = 'start panes client numbers trust gate runs recall privacy places trouble'.split(' ');

export function guide(language: string): Guide {
  return {
    title: language === 'zh' ? '使用指南' : 'The guide',
    sections: IDS.map((id) => ({ id, title: `About ${id}`, html: `<p>What there is to say of ${id}.</p>` })),
  };
}
