// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked.elsewhere;

import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.unlocked.Probe;

/**
 * A class whose locked method is visible in this package alone.
 */
public class HiddenMethod {

	public static void call(HiddenMethod bean) {
		bean.work();
	}

	@DistributedLock("hidden")
	void work() {
		Probe.look();
	}

}
