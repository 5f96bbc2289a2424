// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link ServiceTimes}.
 */
class ServiceTimesTests {

	private static final Path PAGE = Path.of("../../src-docs/modules/ROOT/pages/service-times.adoc");

	@Test
	void pageNamesEachStoreAndEachOutage() throws Exception {
		String page = Files.readString(PAGE);
		assertThat(AllStores.measured(List.of()).stream().map(Supplier::get).map(Store::name))
			.allSatisfy((name) -> assertThat(page).contains("`" + name + "`"));
		assertThat(Outage.values()).allSatisfy((outage) -> assertThat(page).contains(outage.title()));
	}

}
