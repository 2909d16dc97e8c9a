import type { UnapprovedSetting } from '@drawbridge/sandbox'
import type { ConfigLayer } from './config-layer.ts'

/** From what lets most run to what lets nothing run. */
const order: readonly UnapprovedSetting[] = ['contained', 'core', 'off']

/** Returns how unapproved commands run: as the operator's setting says; a project may only be stricter. Pure. */
export function unapprovedSetting(
  layers: readonly ConfigLayer[] = [],
  option?: UnapprovedSetting | undefined,
): UnapprovedSetting {
  const of = (kind: ConfigLayer['kind']) =>
    layers.flatMap((layer) => (layer.kind === kind ? (layer.config.shell?.unapproved ?? []) : []))
  const operator = option ?? of('operator').at(-1) ?? 'contained'
  return [operator, ...of('project')].reduce(stricter)
}

function stricter(one: UnapprovedSetting, other: UnapprovedSetting): UnapprovedSetting {
  return order.indexOf(other) > order.indexOf(one) ? other : one
}
