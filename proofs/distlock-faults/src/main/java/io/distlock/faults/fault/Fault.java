// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * One kind of thing that goes wrong. It keeps nothing of a round: a {@link Strike} does.
 *
 * @since 0.1.0
 */
public interface Fault {

	/**
	 * Time within which there must be service again after a fault.
	 */
	Duration SERVICE_WITHIN = Duration.ofSeconds(10);

	/**
	 * Return what the command line and the tables call it.
	 * @return the name
	 */
	String name();

	/**
	 * Say why it cannot happen to a store, or on this machine.
	 * @param store the store
	 * @return the reason, or {@code null} if it can happen
	 */
	default @Nullable String obstacle(Store store) {
		return null;
	}

	/**
	 * Return whether the store forgets locks over it, so that two holders may believe in
	 * one for a while. Their tokens rise even then.
	 * @param store the store
	 * @return {@code false} for most
	 */
	default boolean losesLocks(Store store) {
		return false;
	}

	/**
	 * Return whether the store forgets leases that it gives to no other owner before they
	 * would have expired, so that their holders are rightly told at once.
	 * @return {@code false} for most
	 */
	default boolean forgetsLeases() {
		return false;
	}

	/**
	 * Return whether the store answers all requests as if nothing happened, so that
	 * attempts have to end as soon as they do then.
	 * @return {@code false} for most
	 */
	default boolean sparesStore() {
		return isCalm();
	}

	/**
	 * Return whether each lease that a store keeps can be renewed in time, so that no
	 * lock that is renewed may be lost.
	 * @param store the store
	 * @return {@code false} for most
	 */
	default boolean sparesRenewals(Store store) {
		return isCalm();
	}

	/**
	 * Return whether each node must have service again, and jobs must run again, within
	 * {@link #SERVICE_WITHIN}.
	 * @return {@code false} for most
	 */
	default boolean demandsService() {
		return false;
	}

	/**
	 * Return whether nothing happens at all.
	 * @return {@code false} but for one
	 */
	default boolean isCalm() {
		return false;
	}

	/**
	 * Return what nodes need in their environment for it.
	 * @param clock the file that wrong clocks are told by
	 * @return the variables, none for most
	 */
	default Map<String, String> environment(Path clock) {
		return Map.of();
	}

	/**
	 * Prepare what servers need that are about to be started.
	 * @param store the store
	 */
	default void prepare(Store store) {
	}

	/**
	 * Choose how long it lasts.
	 * @param scene where it happens
	 * @return the time from the strike until it is healed
	 */
	default Duration lasts(Scene scene) {
		return scene.aroundLease();
	}

	/**
	 * Return how long the round goes on after the end of the fault at least.
	 * @param scene where it happens
	 * @return no time for most
	 */
	default Duration aftermath(Scene scene) {
		return Duration.ZERO;
	}

	/**
	 * Choose what happens to whom. Nothing happens yet.
	 * @param scene where it happens
	 * @return what is about to happen
	 */
	Strike plan(Scene scene);

}
