import type { Registry } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import type { Credentials } from './credentials/open-credentials.ts'
import { registerCredentialed } from './credentials/register-credentialed.ts'
import type { ToolOptions } from './drawbridge-options.ts'
import { nativeTools } from './native-tools.ts'

/** Registers the built-in tools, the program's own, and those of its sources. */
export async function registerTools(
  registry: Registry,
  { own = [], sources = [], builtIn, web }: ToolOptions,
  credentials: Credentials,
  cleanup: Cleanup,
): Promise<void> {
  if (builtIn) {
    for (const tool of await nativeTools(web)) registry.registerDeferred(tool, { native: true })
    registerCredentialed(registry, credentials)
  }
  for (const tool of own) registry.register(tool)
  for (const source of sources) cleanup.use(await registry.connect(source))
}
