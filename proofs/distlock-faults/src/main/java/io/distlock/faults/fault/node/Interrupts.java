// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.node.NodeProcess;

/**
 * Workers of all nodes are interrupted, wherever they happen to be.
 *
 * @since 0.1.0
 */
public final class Interrupts implements Fault {

	private static final int TIMES = 20;

	@Override
	public String name() {
		return "interrupts";
	}

	@Override
	public Strike plan(Scene scene) {
		return Strike.of(name(), TIMES + " times two workers of each node", () -> interrupt(scene), () -> {
		});
	}

	private static void interrupt(Scene scene) throws InterruptedException {
		for (int time = 0; time < TIMES; time++) {
			scene.nodes().forEach((node) -> node.order(NodeProcess.INTERRUPT + " 2"));
			TimeUnit.MILLISECONDS.sleep(scene.random().nextInt(60));
		}
	}

}
