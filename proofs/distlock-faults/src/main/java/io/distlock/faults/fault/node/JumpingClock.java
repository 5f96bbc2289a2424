// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.Store;
import io.distlock.testserver.InstalledFaketime;
import org.jspecify.annotations.Nullable;

/**
 * The time of day of all nodes jumps, while their monotonic clocks stay right.
 *
 * @since 0.1.0
 */
public final class JumpingClock implements Fault {

	private static final List<String> JUMPS = List.of("+3600", "-3600", "+40", "-40", "+2", "-2");

	@Override
	public String name() {
		return "clock-jump";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return InstalledFaketime.find().isPresent() ? null
				: "libfaketime is not on this machine; on Debian, 'apt-get install libfaketime' helps";
	}

	@Override
	public Map<String, String> environment(Path clock) {
		return InstalledFaketime.find().orElseThrow().environment(clock);
	}

	@Override
	public Strike plan(Scene scene) {
		String jump = JUMPS.get(scene.random().nextInt(JUMPS.size()));
		return Strike.of(name(), "clocks of all nodes by " + jump + " s", () -> Files.writeString(scene.clock(), jump),
				() -> Files.writeString(scene.clock(), "+0"));
	}

}
