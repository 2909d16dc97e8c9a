import type { Principal } from '../base/principal.ts'

/** A main run in a session of its own. */
export const testPrincipal: Principal = { session: 'test-session', run: 'test-run', role: 'main', parents: [] }
