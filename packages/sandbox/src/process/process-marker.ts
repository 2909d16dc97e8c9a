/**
 * The variable whose value identifies the processes of one program, and whose name distinguishes a tool's processes from a
 * person's.
 */
export const processMarker = 'DRAWBRIDGE_PROCESS'
