/**
 * Whether `DRAWBRIDGE_REQUIRE` (a comma-separated list) names this program or resource. What is required and missing
 * fails; what is merely missing skips by name.
 */
export function isRequired(name: string): boolean {
  return (process.env.DRAWBRIDGE_REQUIRE ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .includes(name)
}
