export type { UnapprovedSetting } from '@drawbridge/shell'
export {
  foldPath,
  isLoginFile,
  isProjectCode,
  isProtectedFile,
  isSensitiveFile,
  loginFileNames,
  sensitiveHomePlaces,
} from '@drawbridge/shell/guarded-files'
export type { CodeFile, CodePart } from '@drawbridge/shell/obey'
export { sharedFolders, systemFolders } from '@drawbridge/shell/system-folders'
export type {
  FileAccess,
  FileEntry,
  FileStat,
  OpenFile,
  RemoveOptions,
  WalkOptions,
  WalkSummary,
  WriteOptions,
  WriteReceipt,
} from '../machine/file-access.ts'
export type { FileProvenance, Machine, MachineScope } from '../machine/machine.ts'
export type {
  BackgroundEnd,
  BackgroundProcess,
  BackgroundRequest,
  BoundedOutput,
  HelperRequest,
  LineReader,
  OutputStretch,
  ProcessCommand,
  ProcessEnd,
  ProcessLimit,
  ProcessPlace,
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
  ProcessSettings,
  SurvivingProcess,
} from '../machine/process-runner.ts'
