export { createSandboxMachine, type SandboxMachine, type SandboxMachineOptions } from './create-sandbox-machine.ts'
export { sandboxKey } from './sandbox-key.ts'
export type { SandboxSettings } from './sandbox-settings.ts'
