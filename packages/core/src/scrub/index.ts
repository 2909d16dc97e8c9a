export { createScrubber, type Scrubber, type ScrubberOptions } from './create-scrubber.ts'
export {
  type CompiledOperatorPatterns,
  compileOperatorPatterns,
  type OperatorPattern,
  type OperatorPatterns,
  type PatternProblem,
} from './operator-patterns.ts'
export { type Redaction, type RedactionCounts, redactionMarker } from './redaction.ts'
export { scrubRules } from './rules/index.ts'
export type { SlicedScrubber } from './scrub-in-slices.ts'
export type { ScrubRule } from './scrub-rule.ts'
export type { ScrubStream } from './scrub-stream.ts'
export type { ScrubbedValue } from './scrub-value.ts'
export type { ScrubbedText } from './scrubbed-text.ts'
export { scrubberOfParts } from './scrubber-of-parts.ts'
export type { ScrubberParts } from './scrubber-parts.ts'
export {
  createSecretRegistry,
  type RegisteredValue,
  type RegisterOptions,
  type SecretLifetime,
  type SecretRegistration,
  type SecretRegistry,
  secretObjection,
} from './secret-registry.ts'
