// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.service;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * Faults after which the time without service is measured.
 */
enum Outage {

	SILENT("All connections fall silent for good") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) {
			relays.forEach(FaultyRelay::silenceAll);
			relays.forEach(FaultyRelay::serve);
		}

	},

	SILENT_ANSWERS("All answers on them are lost for good") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) {
			relays.forEach(FaultyRelay::silenceAnswers);
		}

	},

	SILENT_HANDSHAKES("All connections are reset, and new ones silent, for 3 s") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) throws Exception {
			relays.forEach(FaultyRelay::silenceAll);
			relays.forEach(FaultyRelay::reset);
			pause();
			relays.forEach(FaultyRelay::serve);
		}

	},

	RESET("All connections are reset") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) {
			relays.forEach(FaultyRelay::reset);
		}

	},

	REFUSED("Connections are refused for 3 s") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) throws Exception {
			relays.forEach(FaultyRelay::refuse);
			pause();
			relays.forEach(FaultyRelay::heal);
		}

	},

	FROZEN("The servers are frozen for 3 s") {

		@Override
		void begin(Store store, List<FaultyRelay> relays) throws Exception {
			store.freeze();
			pause();
			store.thaw();
		}

	},

	RESTARTED("The servers are killed, and started again with their data") {

		@Override
		boolean isPossible(Store store) {
			return store.keepsData();
		}

		@Override
		void begin(Store store, List<FaultyRelay> relays) {
			store.kill();
			store.restart();
		}

	};

	private final String title;

	Outage(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

	boolean isPossible(Store store) {
		return true;
	}

	/**
	 * Make it happen.
	 * @return when the servers were well again, on the clock of {@link System#nanoTime()}
	 */
	long strike(Store store, List<FaultyRelay> relays) throws Exception {
		begin(store, relays);
		return System.nanoTime();
	}

	abstract void begin(Store store, List<FaultyRelay> relays) throws Exception;

	private static void pause() throws InterruptedException {
		TimeUnit.SECONDS.sleep(3);
	}

}
