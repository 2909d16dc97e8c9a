import { describe } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'

/**
 * Defines a suite that tries a page in Chromium. Without one it is one skipped test that says so, or a failing one if
 * `DRAWBRIDGE_REQUIRE` lists `chromium`.
 */
export function describeWithBrowser(subject: string, suite: () => void): void {
  describeWithProgram('chromium', 'the page is tried in a real browser', () => describe(subject, suite))
}
