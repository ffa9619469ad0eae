import { encodeQR } from "qr";

/** The blank modules around a code (ISO/IEC 18004 §6.3.8). */
const MARGIN = 4;

/** Returns the modules of the QR code of a text, row by row, its margin included: true is dark. */
export const qrModules = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, "raw", { ecc: "medium", border: MARGIN });
