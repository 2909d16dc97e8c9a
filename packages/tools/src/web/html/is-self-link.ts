import { elementsBelow, type PageElement, textOf } from './page-node.ts'

const mark = /^[¶#§🔗∞\s]*$/u

/** Returns true if an element is a heading's link to itself, as documentation tools add it. */
export function isSelfLink({ name, attributes, children }: PageElement): boolean {
  if (name !== 'a' || !attributes.href?.includes('#') || !mark.test(textOf(children))) return false
  if (elementsBelow(children).some(({ name: inner }) => inner === 'img')) return false
  return attributes['aria-label'] === undefined || textOf(children) !== ''
}
