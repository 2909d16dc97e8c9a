export { createVirtualScene, type VirtualScene } from './virtual-scene.ts'
export { type VirtualFilesOptions, withVirtualFiles } from './with-virtual-files.ts'
export { withVirtualTargets } from './with-virtual-targets.ts'
