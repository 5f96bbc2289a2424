// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Something that is no lock is where the store keeps a key: only that key suffers, and
 * messages name the place and the remedy.
 *
 * @since 0.1.0
 */
public abstract class IntrusionContract extends LockContract {

	@Test
	void whatIsNoLockSpoilsItsOwnKeyOnlyAndIsNamedWithTheRemedy() {
		Set<String> names = store().intrusions(TestNode.key("any")).keySet();
		Assumptions.assumeFalse(names.isEmpty(), "Nothing but a lock can be where the store keeps a key");
		TestNode node = node();
		String beside = key("beside");
		HeldLock held = node.template.acquire(request(beside).leaseTime(LASTING));
		for (String name : names) {
			String key = key("intruded");
			LockKey lock = TestNode.key(key);
			Objects.requireNonNull(store().intrusions(lock).get(name)).run();
			assertThat(failures(node, key)).as(name)
				.isNotEmpty()
				.allSatisfy(
						(message) -> assertThat(message).contains(store().place(lock)).containsIgnoringCase("delete"));
			if (openProvider() instanceof LockCatalog) {
				assertThat(listed(openProvider())).as(name)
					.extracting(StoredLock::key)
					.contains(TestNode.key(beside).encoded(200));
			}
			store().delete(lock);
			assertThat(node.template.acquire(request(key)).release()).as(name).isTrue();
		}
		assertThat(held.release()).isTrue();
		assertThat(node.losses).isEmpty();
	}

	// Asks for the lock in all ways, and ends it.
	private List<String> failures(TestNode node, String key) {
		List<String> messages = new ArrayList<>();
		LockProvider operator = openProvider();
		List<LockRequest> requests = new ArrayList<>(
				List.of(once(key), once(key), LockRequest.ofAll(List.of(key, key("with")))));
		if (operator.modes().contains(LockMode.SHARED)) {
			requests.add(once(key).shared());
		}
		for (LockRequest request : requests) {
			try {
				node.template.tryAcquire(request.waitTime(Duration.ZERO)).ifPresent(HeldLock::close);
			}
			catch (LockProviderException ex) {
				messages.add(ex.getMessage());
			}
		}
		if (operator instanceof ForcedRelease force) {
			try {
				force.forceRelease(TestNode.key(key));
			}
			catch (LockStoreException ex) {
				messages.add(ex.getMessage());
			}
		}
		return messages;
	}

}
