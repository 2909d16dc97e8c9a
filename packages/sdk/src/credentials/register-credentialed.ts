import type { Registry } from '@drawbridge/core'
import type { Credentials } from './open-credentials.ts'

const noProgram = 'no program is configured to run with credentials'

/** Registers `runtime.credentialed_exec`, again after each change, since its description names the programs. */
export function registerCredentialed(registry: Registry, credentials: Credentials): void {
  let registration = register()
  credentials.onChange(() => {
    registration[Symbol.dispose]()
    registration = register()
  })

  function register(): Disposable {
    const tool = credentials.tool()
    const handle = registry.registerDeferred(tool, { native: true })
    registry.setEnabled(tool.name, credentials.grants.all.list().length > 0, noProgram)
    return handle
  }
}
