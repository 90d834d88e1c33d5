// What the links' picture says in words: below it, to who hears it, and in its table.
import { language, t, word } from '../../../lib/i18n/index.svelte';
import type { Graph, Node } from './graph';

/** Names told one by one; of more, how many. */
const TOLD = 6;

export function nameOf(node: Node): string {
  if (node.kind === 'index') return t('links.indexNode');
  return node.kind === 'broken' ? t('links.brokenNode', { name: `[[${node.label}]]` }) : node.label;
}

export function typeWords(node: Node): string {
  return node.type === null ? t('links.noType') : word('type', node.type);
}

/** Names of some nodes, as a list of the language. */
export function names(graph: Graph, ids: readonly string[]): string {
  const told = ids.slice(0, TOLD).flatMap((id) => graph.byId.get(id) ?? []);
  const list = told.map(nameOf);
  if (ids.length > TOLD) list.push(t('links.more', { n: ids.length - TOLD }));
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(list);
}

/** A node with everything that the picture shows of it. */
export function says(graph: Graph, node: Node): string {
  const parts = [nameOf(node)];
  if (node.kind === 'topic') {
    parts.push(typeWords(node));
    if (node.state !== 'outside') parts.push(t(STATES[node.state]));
  }
  if (node.to.length > 0) parts.push(t('links.saysTo', { names: names(graph, node.to) }));
  if (node.from.length > 0) parts.push(t('links.saysFrom', { names: names(graph, node.from) }));
  if (node.to.length + node.from.length === 0) parts.push(t('links.alone'));
  return parts.join(' · ');
}

export const STATES = {
  loaded: 'links.legendLoaded',
  cut: 'links.legendCut',
  'not-indexed': 'links.legendOut',
} as const;
