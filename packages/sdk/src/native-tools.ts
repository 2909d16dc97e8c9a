import type { DeferredTool } from '@drawbridge/core/registry'
import { builtInTools } from '@drawbridge/tools'
import { openWebTools } from './web/open-web-tools.ts'
import type { WebOptions } from './web/web-options.ts'

/** Every tool that comes with Drawbridge, but the one that runs programs with credentials: `registerCredentialed` does that. */
export async function nativeTools(web?: WebOptions | undefined): Promise<readonly DeferredTool[]> {
  return [...builtInTools, ...(await openWebTools(web))]
}
