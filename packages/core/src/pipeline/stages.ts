import { after } from './after.ts'
import { approve } from './approve.ts'
import { before } from './before.ts'
import { bound } from './bound.ts'
import { decide } from './decide.ts'
import type { Exit } from './exit.ts'
import { guardLoop } from './guard-loop.ts'
import { limit } from './limit.ts'
import { normalize } from './normalize.ts'
import { resolve } from './resolve.ts'
import { scrub } from './scrub.ts'
import { sequence } from './sequence.ts'
import { target } from './target.ts'
import { validate } from './validate.ts'

/**
 * The gates, first half: what can be found out about a call without holding anything for it or asking anybody. As far as
 * `explain` goes.
 */
export const inspection = sequence(normalize).with(resolve).with(validate).with(target)

/** The verdict on a call, and the word of a person where it takes one. In between there is room for what looks at both. */
export const authorization = sequence(decide).with(approve)

/** The gates, second half: past the last one the call may run. */
export const admission = sequence(limit).with(before).followedBy(authorization)

/** The gates for a call that was returned as a receipt and enters again. */
export const reentry = sequence(resolve).with(validate).with(target)

/** The exit: what every outcome passes on its way out, before `record` makes it final. */
export const exits: readonly Exit[] = [scrub, after, bound, guardLoop]
