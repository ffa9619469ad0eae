import { describe, expect, it } from "vitest";
import { AuthClientError, withFreshSession } from "./index.js";

const stale = new AuthClientError({ code: "SESSION_NOT_FRESH", message: "Sign in again." });

/** Work that is refused until the session is fresh, and a sign-in that makes it fresh. */
function createScene() {
  const scene = { fresh: false, signIns: 0, works: 0 };
  return {
    scene,
    work: async (): Promise<string> => {
      scene.works++;
      if (!scene.fresh) throw stale;
      return "done";
    },
    signInAgain: async (): Promise<void> => {
      scene.signIns++;
      await Promise.resolve();
      scene.fresh = true;
    },
  };
}

describe("work that needs a fresh session", () => {
  it("is done at once while the session is fresh", async () => {
    const { scene, work, signInAgain } = createScene();
    scene.fresh = true;
    expect(await withFreshSession(work, signInAgain)).toBe("done");
    expect(scene).toMatchObject({ works: 1, signIns: 0 });
  });

  it("is done once more after signing in again", async () => {
    const { scene, work, signInAgain } = createScene();
    expect(await withFreshSession(work, signInAgain)).toBe("done");
    expect(scene).toMatchObject({ works: 2, signIns: 1 });
  });

  it("shares one sign-in with what is interrupted meanwhile, and asks again later", async () => {
    const { scene, work, signInAgain } = createScene();
    const both = [withFreshSession(work, signInAgain), withFreshSession(work, signInAgain)];
    expect(await Promise.all(both)).toEqual(["done", "done"]);
    expect(scene.signIns).toBe(1);
    scene.fresh = false;
    await withFreshSession(work, signInAgain);
    expect(scene.signIns).toBe(2);
  });

  it("is refused as before when the person gives up", async () => {
    const { work } = createScene();
    await expect(withFreshSession(work, () => Promise.resolve(false))).rejects.toBe(stale);
  });

  it("fails with what the sign-in fails with", async () => {
    const { work } = createScene();
    const failure = new Error("the dialog was closed");
    await expect(withFreshSession(work, () => Promise.reject(failure))).rejects.toBe(failure);
  });

  it("passes every other refusal on, and asks for nothing", async () => {
    const { scene, signInAgain } = createScene();
    const refusal = new AuthClientError({ code: "PERMISSION_DENIED", message: "No." });
    await expect(withFreshSession(() => Promise.reject(refusal), signInAgain)).rejects.toBe(
      refusal,
    );
    expect(scene.signIns).toBe(0);
  });
});
