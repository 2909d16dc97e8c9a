export { type DenyGroup, type DenySetting, defaultDenySettings, denyGroups } from './deny-group.ts'
export { type Denial, findDenials } from './find-denials.ts'
