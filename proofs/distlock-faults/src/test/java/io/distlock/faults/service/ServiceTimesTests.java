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

	private static final Path REFERENCE = Path.of("../../src-docs/modules/ROOT");

	@Test
	void pageNamesEachStore() throws Exception {
		String page = Files.readString(REFERENCE.resolve(ServiceTimes.TABLE.page()));
		assertThat(AllStores.measured(List.of()).stream().map(Supplier::get).map(Store::name))
			.allSatisfy((name) -> assertThat(page).contains("`" + name + "`"));
	}

	@Test
	void tableNamesEachOutage() throws Exception {
		String table = ServiceTimes.TABLE.read(REFERENCE);
		assertThat(Outage.values()).allSatisfy((outage) -> assertThat(table).contains(outage.title()));
	}

}
