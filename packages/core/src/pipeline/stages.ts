import { approve } from './approve/approve.ts'
import { bound } from './exits/bound.ts'
import { guardLoop } from './exits/guard-loop.ts'
import { scrub } from './exits/scrub.ts'
import { decide, flow } from './gates/decide.ts'
import { after, before } from './gates/hooks.ts'
import { limit } from './gates/limit.ts'
import { normalize } from './gates/normalize.ts'
import { resolve } from './gates/resolve.ts'
import { target } from './gates/target.ts'
import { validate } from './gates/validate.ts'
import { type Exit, sequence } from './stage.ts'

/**
 * The gates, first half: what can be found out about a call without holding anything for it or asking anybody. As far as
 * `explain` goes.
 */
export const inspection = sequence(normalize).with(resolve).with(validate).with(target)

/** The verdict on a call, and the answer of a person if the verdict asks for one. A stage that reads both fits in between. */
export const authorization = sequence(decide).with(flow).with(approve)

/** The gates, second half: past the last one the call may run. */
export const admission = sequence(limit).with(before).followedBy(authorization)

/** The gates for a call that was returned as a receipt and enters again. */
export const reentry = sequence(resolve).with(validate).with(target)

/** The gate for a call that waited for others: they may have changed what its targets are. */
export const lookingAgain = sequence(target)

/** The exit: what every outcome passes on its way out, before `record` makes it final. */
export const exits: readonly Exit[] = [scrub, after, bound, guardLoop]
