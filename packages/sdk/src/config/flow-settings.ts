import { defined } from '@drawbridge/core/base'
import type { FlowMode, FlowSettings } from '@drawbridge/core/flow'
import type { ConfigLayer } from './config-layer.ts'

/** The modes that a project may choose, from the mildest. `autonomous` answers questions, so only the operator may. */
const order: readonly FlowMode[] = ['off', 'watch', 'autonomous', 'guard', 'strict']

/** Returns the settings of information flow: the operator's; a project may only choose a stricter mode. Pure. */
export function flowSettings(layers: readonly ConfigLayer[]): FlowSettings {
  const operators = layers.filter(({ kind }) => kind === 'operator').flatMap(({ config }) => config.flow ?? [])
  const {
    mode = 'watch',
    tools,
    trustedTools,
    constants,
    readers,
  } = Object.assign({}, ...operators) as Partial<FlowSettings>
  const projects = layers.flatMap((layer) => (layer.kind === 'project' ? (layer.config.flow?.mode ?? []) : []))
  return { mode: [mode, ...projects].reduce(stricter), ...defined({ tools, trustedTools, constants, readers }) }
}

function stricter(one: FlowMode, other: FlowMode): FlowMode {
  return other !== 'autonomous' && order.indexOf(other) > order.indexOf(one) ? other : one
}
