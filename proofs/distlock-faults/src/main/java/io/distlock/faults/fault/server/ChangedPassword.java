// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.PasswordStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * An administrator changes the password of the nodes and ends their connections, and
 * restores the password a few seconds later.
 *
 * @since 0.1.0
 */
public final class ChangedPassword implements Fault {

	private static final Duration LASTS = Duration.ofSeconds(3);

	@Override
	public String name() {
		return "password-change";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		if (!(store instanceof PasswordStore guarded)) {
			return "nodes need no password";
		}
		return guarded.delaysLogins() ? "wrong passwords delay all logins" : null;
	}

	@Override
	public boolean demandsService() {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return LASTS;
	}

	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		PasswordStore store = (PasswordStore) scene.store();
		return Strike.of(name(), "another password, and all connections end", () -> {
			store.changePassword("second");
			store.killConnections();
		}, () -> store.changePassword(PasswordStore.PASSWORD));
	}

}
