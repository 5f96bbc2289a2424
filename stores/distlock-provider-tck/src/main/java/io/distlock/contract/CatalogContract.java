// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a store lists of the locks that are held.
 *
 * @since 0.1.0
 */
public abstract class CatalogContract extends LockContract {

	private static final int ALL = 10_000;

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 5, 100 })
	void pagesHaveEachOwnerOnce(int size) {
		LockCatalog catalog = catalog();
		TestNode one = node();
		TestNode other = node();
		List<HeldLock> held = new ArrayList<>();
		for (String name : List.of("page:a", "page:b", "page:b:c", "page-d", "page:é")) {
			held.add(one.template.acquire(key(name)));
		}
		held.addAll(together(one, other, LockRequest.of(key("page:readers")).shared(), LockMode.SHARED));
		held.addAll(together(one, other, LockRequest.of(key("page:permits")).permits(2), LockMode.PERMIT));
		LockQuery query = LockQuery.first(size).startingWith(TestNode.PREFIX, "page");
		List<String> listed = new ArrayList<>();
		LockListing page = catalog.heldLocks(query);
		while (page.next() != null) {
			assertThat(page.locks()).hasSizeBetween(1, size);
			listed.addAll(owners(page));
			page = catalog.heldLocks(query.after(page.next()));
		}
		listed.addAll(owners(page));
		assertThat(listed).isSorted()
			.hasSameSizeAs(held)
			.isEqualTo(owners(catalog.heldLocks(LockQuery.first(ALL).startingWith(TestNode.PREFIX, "page"))));
		held.forEach(HeldLock::close);
		assertThat(catalog.heldLocks(query).locks()).isEmpty();
	}

	@Test
	void keyIsFoundAmongOthersThatBeginWithIt() {
		LockCatalog catalog = catalog();
		TestNode node = node();
		String key = key("one");
		String longKey = key("long".repeat(100));
		List<HeldLock> held = List.of(node.template.acquire(key), node.template.acquire(key + ":more"),
				node.template.acquire(longKey), node.template.acquire(longKey + "er"));
		for (String name : List.of(key, longKey)) {
			List<StoredLock> found = catalog.heldLocks(LockQuery.of(TestNode.key(name), ALL)).locks();
			assertThat(found).singleElement().satisfies((lock) -> {
				assertThat(lock.mode()).isEqualTo(LockMode.EXCLUSIVE);
				assertThat(lock.since()).satisfiesAnyOf((since) -> assertThat(since).isNull(),
						(since) -> assertThat(since).isBefore(Instant.now().plusSeconds(60)));
			});
		}
		assertThat(catalog.heldLocks(LockQuery.of(TestNode.key(key).in(LockMode.PERMIT), ALL)).locks()).isEmpty();
		held.forEach(HeldLock::close);
		assertThat(catalog.heldLocks(LockQuery.of(TestNode.key(key), ALL)).locks()).isEmpty();
	}

	private List<HeldLock> together(TestNode one, TestNode other, LockRequest request, LockMode mode) {
		if (!openProvider().modes().contains(mode)) {
			return List.of();
		}
		return List.of(one.template.acquire(request), other.template.acquire(request));
	}

	private LockCatalog catalog() {
		LockProvider provider = openProvider();
		Assumptions.assumeTrue(provider instanceof LockCatalog, "The provider is no LockCatalog");
		return (LockCatalog) provider;
	}

	private static List<String> owners(LockListing listing) {
		return listing.locks().stream().map(StoredLock::key).toList();
	}

}
