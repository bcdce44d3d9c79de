import { afterAll, vi } from "vitest";

// A part that a test drew may still be loading when its file ends. Files share the code that they load, and one whose
// import breaks off would have it broken.
afterAll(() => vi.dynamicImportSettled());
