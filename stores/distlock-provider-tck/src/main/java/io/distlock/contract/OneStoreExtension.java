// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.util.List;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Creates a store for the outermost class of a test, and hands it to all contracts that
 * are nested there.
 */
final class OneStoreExtension implements BeforeEachCallback {

	private static final Namespace NAMESPACE = Namespace.create(OneStoreExtension.class);

	@Override
	public void beforeEach(ExtensionContext test) {
		List<StoreContract> contracts = test.getRequiredTestInstances()
			.getAllInstances()
			.stream()
			.filter(StoreContract.class::isInstance)
			.map(StoreContract.class::cast)
			.toList();
		StoreUnderTest store = outermostClass(test).getStore(NAMESPACE)
			.computeIfAbsent(StoreUnderTest.class, (type) -> contracts.get(0).newStore(), StoreUnderTest.class);
		contracts.forEach((contract) -> contract.use(store));
	}

	private static ExtensionContext outermostClass(ExtensionContext test) {
		ExtensionContext outermost = test;
		while (outermost.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
			outermost = outermost.getParent().get();
		}
		return outermost;
	}

}
