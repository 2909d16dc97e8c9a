export { homeCommand } from './home/home-command.ts'
export { type HomeSources, homePath, resolveHome } from './home/resolve-home.ts'
export { resolveWorkspace } from './workspace/resolve-workspace.ts'
