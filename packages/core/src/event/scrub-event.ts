import type { Scrubber } from '../scrub/index.ts'
import { coreEvents, type EventCatalogue } from './event-catalogue.ts'
import type { AnyEventBody } from './event-family.ts'

/** An event with everything scrubbed that the exit of the pipeline has not scrubbed already, as its family says. */
export function scrubEvent<Body extends AnyEventBody>(
  body: Body,
  scrubber: Scrubber,
  catalogue: EventCatalogue = coreEvents,
): Body {
  return catalogue.kindOf(body.type).scrub(body, scrubber) as Body
}
