import type { Scrubber } from '../scrub/index.ts'

/** Makes the scrubbing of a type of event of which these fields may quote a secret, and no other can. */
export function scrubFields<Name extends string>(
  ...names: readonly Name[]
): <Body extends { readonly [Field in Name]?: unknown }>(body: Body, scrubber: Scrubber) => Body {
  return (body, scrubber) => {
    const given = names.filter((name) => body[name] !== undefined)
    if (given.length === 0) return body
    return { ...body, ...Object.fromEntries(given.map((name) => [name, scrubber.scrubValue(body[name]).value])) }
  }
}

/** The scrubbing of a type of event that has nothing but ids, numbers and words of our own. */
export function scrubNothing<Body>(body: Body): Body {
  return body
}
