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

import java.util.List;

import io.distlock.testserver.FaultyRelay;

/**
 * Leads nodes to another primary, as an address that moves does.
 */
final class Primaries {

	private Primaries() {
	}

	static void lead(List<? extends Victim> nodes, int port) {
		nodes.stream().map((node) -> node.relays().get(0)).forEach((relay) -> lead(relay, port));
	}

	private static void lead(FaultyRelay relay, int port) {
		relay.lead(port);
		relay.reset();
	}

}
