export type { Access, PathUse, World, Zone } from './path-use.ts'
export { isInside, resolvePath } from './resolve-path.ts'
export { type HostUse, hostObjection, useHost } from './use-host.ts'
export { isFreePath, pathObjection, usePath } from './use-path.ts'
