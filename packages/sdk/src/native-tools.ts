import type { ToolDefinition } from '@drawbridge/core'
import { builtInTools } from '@drawbridge/tools'
import type { Credentials } from './credentials/open-credentials.ts'
import { openWebTools } from './web/open-web-tools.ts'
import type { WebOptions } from './web/web-options.ts'

/** Every tool that comes with Drawbridge, those that need a service of their own included. */
export async function nativeTools(
  credentials: Credentials,
  web?: WebOptions | undefined,
): Promise<readonly ToolDefinition[]> {
  return [...builtInTools, credentials.tool, ...(await openWebTools(web))]
}
