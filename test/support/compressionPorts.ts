import type { CompressionPorts } from '../../src/extension/chat/agent/compressor.ts';

/** The chat's own model summarizes, and costs are not counted. */
export const PLAIN_COMPRESSION: CompressionPorts = {
  otherModel: async () => undefined,
  onDidRequest: () => {},
  onDidCompress: () => {},
};
