/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.fault;

import java.util.concurrent.TimeUnit;

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
