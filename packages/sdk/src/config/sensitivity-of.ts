import { compileSensitivity, type Sensitivity } from '@drawbridge/core/policy'
import { realUserHome } from '../home/real-user-home.ts'
import type { ConfigLayer } from './config-layer.ts'

/** The operator's word on what holds credentials, for who opens files. Compiled at its first use, when all has been checked. */
export function sensitivityOf(layers: readonly ConfigLayer[] = [], workspace: string): Sensitivity | undefined {
  const texts = layers.flatMap(({ config }) => config.permissions?.sensitive ?? [])
  if (texts.length === 0) return undefined
  let compiled: Sensitivity | undefined
  return (real) => {
    compiled ??= compileSensitivity(texts, { workspace, userHome: realUserHome() })
    return compiled(real)
  }
}
