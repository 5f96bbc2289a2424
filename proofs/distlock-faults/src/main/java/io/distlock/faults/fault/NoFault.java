// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault;

/**
 * Nothing happens, to compare with.
 *
 * @since 0.1.0
 */
public final class NoFault implements Fault {

	@Override
	public String name() {
		return "none";
	}

	@Override
	public boolean isCalm() {
		return true;
	}

	@Override
	public Strike plan(Scene scene) {
		return Strike.of(name(), "nothing", () -> {
		}, () -> {
		});
	}

}
